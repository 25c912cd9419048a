/** New content has a new address, so that whatever keeps a copy asks again. */
export const versionOf = (sha256: string) => sha256.slice(0, 8)
