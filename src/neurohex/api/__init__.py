"""The public interface of neurohex, as `import neurohex as nh` offers it; docs/api.md describes it."""
