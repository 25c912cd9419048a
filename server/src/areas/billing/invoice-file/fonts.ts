import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/** In the order in which they are tried: the product's own, then those that know other scripts. */
const FONTS = {
  regular: import.meta.resolve('@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf'),
  dejavu: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  devanagari: import.meta.resolve(
    '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  ),
  thai: import.meta.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  hangul: import.meta.resolve('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
  // Chinese in both scripts, and Japanese. The largest by far: it is read only where a name needs it.
  han: import.meta.resolve(
    '@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf',
  ),
}
export type FontName = keyof typeof FONTS
const OTHERS: readonly FontName[] = ['devanagari', 'dejavu', 'thai', 'hangul', 'han']

interface LoadedFont {
  bytes: Buffer
  font: Font
}

const loaded = new Map<FontName, LoadedFont>()

/** Read when an invoice first needs it, and kept. */
export function loadFont(name: FontName): LoadedFont {
  const known = loaded.get(name)
  if (known) return known
  const bytes = readFileSync(fileURLToPath(FONTS[name]))
  const font = create(bytes)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is a collection of fonts`)
  const made = { bytes, font }
  loaded.set(name, made)
  return made
}

export interface Run {
  font: FontName
  text: string
}

const has = (name: FontName, character: string) =>
  loadFont(name).font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

const PICTURE = /\p{Extended_Pictographic}/u

/** What no font knows is printed as a question mark, never as an empty box; pictures in a name are left out. */
function fontFor(character: string, wanted: FontName, before: FontName): Run {
  // The space of the Korean font lies at the very end of its glyphs, beyond which fontkit would read.
  if (character === ' ') return { font: before === 'hangul' ? wanted : before, text: character }
  const font = [wanted, ...OTHERS].find((name) => has(name, character))
  return font ? { font, text: character } : { font: before, text: PICTURE.test(character) ? '' : '?' }
}

/** Characters that show nothing, or would turn the direction of what stands beside them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** A line of text, in pieces that one font can print each. */
export function runsOf(text: string, wanted: FontName): Run[] {
  const runs: Run[] = []
  for (const character of text.replace(INVISIBLE, '').normalize('NFC')) {
    const last = runs.at(-1)
    const next = fontFor(character, wanted, last?.font ?? wanted)
    if (last?.font === next.font) last.text += next.text
    else runs.push(next)
  }
  return runs
}
