const MAX_CHARACTERS = 255
/** Control, format (bidi marks and overrides, zero width), line and paragraph separators, lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A name to show and to offer for download: never a path, never other than it looks. */
export function cleanFileName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '').replace(INVISIBLE, '').normalize('NFC').trim()
  if (/^\.*$/.test(name)) return 'file'
  const characters = Array.from(name)
  if (characters.length <= MAX_CHARACTERS) return name
  const extension = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? ''
  return (characters.slice(0, MAX_CHARACTERS - Array.from(extension).length).join('') + extension).trim()
}

/** For content that is to be saved under this name: as headers spell letters beyond ASCII. */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\w .()-]/g, '')
    .trim()
  return `attachment; filename="${plain || 'file'}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}
