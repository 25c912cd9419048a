/** An area has the same name in contracts, server, web, journeys and docs, or is listed here with the reason. */
import { existsSync, readdirSync } from 'node:fs'

const SIDES = {
  contracts: (area: string) => `contracts/src/${area}.ts`,
  server: (area: string) => `server/src/areas/${area}`,
  web: (area: string) => `web/src/areas/${area}`,
  e2e: (area: string) => `e2e/${area}.spec.ts`,
  docs: (area: string) => `docs/areas/${area}.md`,
}
type Side = keyof typeof SIDES

const EXEMPT: Record<string, Partial<Record<Side, string>>> = {
  home: { contracts: 'reads what other areas offer', server: 'reads what other areas offer' },
  help: { contracts: 'texts without calls', server: 'texts without calls' },
  landing: { contracts: 'its one call is the waitlist of admin', server: 'its one call is the waitlist of admin' },
  templates: { web: 'its screen stands with the workflows' },
  exports: {
    web: 'its button stands on the lists of other areas',
    e2e: 'its button stands on the lists of other areas',
  },
  copilot: { web: 'its screen stands with the workflows' },
}

const folders = (path: string) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : []

export function areaProblems(): string[] {
  const areas = [...new Set([...folders('server/src/areas'), ...folders('web/src/areas')])].sort()
  const sides = Object.keys(SIDES).filter((side): side is Side => side in SIDES)
  return areas.flatMap((area) =>
    sides
      .filter((side) => !EXEMPT[area]?.[side] && !existsSync(SIDES[side](area)))
      .map((side) => `${area} has no ${side} side (${SIDES[side](area)})`),
  )
}
