"""The public API, `import neurohex as nh`; docs/api.md describes it."""
