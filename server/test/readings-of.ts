const CODINGS = ['utf8', 'latin1', 'utf16le', 'hex', 'base64'] as const

/** Everything that somebody without a key can make of a text from the server, in small letters. */
export const readingsOf = (text: string): string =>
  [text, ...CODINGS.map((coding) => Buffer.from(text, 'base64url').toString(coding))].join('\n').toLowerCase()
