"""Players by program. A bot is a function from what its player may know, the state with piles as bags, to an action."""
