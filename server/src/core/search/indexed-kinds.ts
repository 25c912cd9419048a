let kinds: ReadonlySet<string> = new Set()

/** `main` connects what is searched; a process without it leaves nothing to index. */
export const connectIndexing = (indexed: Iterable<string>): void => {
  kinds = new Set(indexed)
}

export const isIndexed = (kind: string): boolean => kinds.has(kind)
