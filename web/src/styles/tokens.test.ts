import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Palette = ReadonlyMap<string, string>

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

function palette(selector: string): Palette {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('\n}', start))
  const colours = block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)
  return new Map(Array.from(colours, ([, name = '', value = '']) => [name, value]))
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const TEXT = 4.5
const GRAPHIC = 3
const surfaces = 'surface card board surface-2 surface-3 canvas surface-overlay nav-hover nav-active'
const tones = ['neutral', 'info', 'warning', 'success', 'danger', 'violet', 'quiet']
const six = [1, 2, 3, 4, 5, 6]

const pairs: [foreground: string, backgrounds: string, least: number][] = [
  ['fg', `${surfaces} accent-subtle accent-subtle-hover`, TEXT],
  ['fg-2', `${surfaces} accent-subtle accent-subtle-hover`, TEXT],
  ['fg-3', `${surfaces} accent-subtle`, TEXT],
  ['accent-text', 'surface surface-2 surface-3 accent-subtle accent-subtle-hover canvas', TEXT],
  ['on-accent', 'accent accent-hover accent-press', TEXT],
  ['on-danger', 'danger danger-hover', TEXT],
  ['fg-inverse', 'surface-inverse', TEXT],
  ['viz-axis', 'surface', TEXT],
  ['border-control', 'surface surface-2 surface-overlay', GRAPHIC],
  ['focus-ring', 'surface surface-2 surface-3 canvas accent-subtle', GRAPHIC],
  ...tones.map((tone) => [`${tone}-fg`, `${tone}-bg surface surface-2`, TEXT] satisfies (typeof pairs)[number]),
  ...tones.map((tone) => [`${tone}-mark`, 'surface surface-2 card', GRAPHIC] satisfies (typeof pairs)[number]),
  ...six.map((hue) => [`av${hue}-fg`, `av${hue}-bg`, TEXT] satisfies (typeof pairs)[number]),
  ...six.map((hue) => [`viz-${hue}`, 'surface card', GRAPHIC] satisfies (typeof pairs)[number]),
  ...['good', 'warn', 'bad'].map((word) => [`viz-${word}`, 'surface', GRAPHIC] satisfies (typeof pairs)[number]),
]

test.each([
  ['light', ':root,\n[data-theme="light"]'],
  ['dark', '\n[data-theme="dark"]'],
])('every pair is readable in the %s theme', (_, selector) => {
  const colours = palette(selector)
  const ratios = pairs.flatMap(([foreground, backgrounds, least]) =>
    backgrounds.split(' ').map((background) => {
      const ratio = contrast(colours.get(foreground) ?? '', colours.get(background) ?? '')
      return { pair: `${foreground} on ${background}`, ratio, least }
    }),
  )
  expect(ratios.length).toBeGreaterThan(100)
  expect(ratios.filter(({ ratio, least }) => !(ratio >= least))).toEqual([])
})
