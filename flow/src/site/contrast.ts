const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

function luminanceOf(color: string): number {
  const [, ...parts] = HEX.exec(color) ?? []
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = Number.parseInt(part, 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** As WCAG counts it: from 1, which cannot be read, to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export const LEAST_CONTRAST = 4.5
/** On every background one of these reaches the ratio. */
const DARK = '#000000'
const LIGHT = '#ffffff'

/** The text colour that is read best on this background. */
export const textColorOn = (background: string): string =>
  contrastOf(background, DARK) >= contrastOf(background, LIGHT) ? DARK : LIGHT
