/** Where the focus goes at a table when what had it there is gone. */

/** What holds the question, the board, the hand and the buttons. */
export const PLAYING = "section.play";
