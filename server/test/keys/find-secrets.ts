/** So much of a secret in a row is a leak, whatever stands around it. */
const PIECE = 16

/** Base64 of a text that stands somewhere in a longer one: by three letters more or less before it. */
const base64Of = (text: string, before: number) =>
  Buffer.from('x'.repeat(before) + text)
    .toString('base64')
    .slice(before === 0 ? 0 : 4, -4)

/** The middle of a text, which stands in all that the text is a part of. */
const middleOf = (text: string) => text.slice(Math.floor((text.length - PIECE) / 2)).slice(0, PIECE)

/** Every spelling in which a secret could stand somewhere; what URLs and JSON escape is not in the middle of a word. */
function piecesOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const words = secret.split(/\W+/).filter((word) => word.length >= PIECE)
  const base64 = [0, 1, 2].map((before) => base64Of(secret, before))
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const hex = bytes.toString('hex')
  return [...words, ...base64, ...url, hex, hex.toUpperCase()].map(middleOf)
}

/** Where a piece can begin is decided by its first four letters, so that hardly any place is looked at twice. */
const BITS = 2 ** 20
const bitAt = (text: string, at: number) =>
  (text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 5) ^
    (text.charCodeAt(at + 2) << 10) ^
    (text.charCodeAt(at + 3) << 13)) &
  (BITS - 1)

/** Finds any of many secrets in a text, in time that does not depend on how many they are. */
export function createSecretFinder(secrets: readonly string[]) {
  const pieces = new Map(secrets.flatMap((secret) => piecesOf(secret).map((piece) => [piece, secret] as const)))
  const begins = new Uint8Array(BITS)
  for (const piece of pieces.keys()) begins[bitAt(piece, 0)] = 1
  return (text: string): string[] => {
    const found = new Set<string>()
    for (let at = 0; at + PIECE <= text.length; at++) {
      if (begins[bitAt(text, at)] === 0) continue
      const secret = pieces.get(text.slice(at, at + PIECE))
      if (secret !== undefined) found.add(secret)
    }
    return [...found]
  }
}
