import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

const FILE = 'docs/figures.md'
const HEAD = `# Figures

Measured, not promised. Each section is one run of \`pnpm bench <name>\`, which replaces it.
`

const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`

/** Replaces this bench's section, so that the page always shows the latest run of each. */
export function writeFigures(name: string, title: string, lines: string[]) {
  const date = new Date().toISOString().slice(0, 10)
  const section = `<!-- ${name} -->\n## ${title}\n\n${date}, ${machine()}.\n\n${lines.join('\n')}\n<!-- /${name} -->\n`
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD
  const place = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->\\n`)
  writeFileSync(FILE, place.test(before) ? before.replace(place, () => section) : `${before}\n${section}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

export const table = (head: string[], rows: (string | number)[][]) => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
]
