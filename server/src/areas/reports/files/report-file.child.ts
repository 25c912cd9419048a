/** What writes the files of reports: a program of its own, started for one file. Blocks come in, the file goes out. */
import { pipeline } from 'node:stream/promises'
import { csvFile } from './csv-file.ts'
import type { FileColumn } from './sheet-cell.ts'
import { xlsxFile } from './xlsx-file.ts'

const [format, rowCount, ...columns] = process.argv.slice(2)
const named = columns.map((column): FileColumn => {
  const [type = '', ...name] = column.split(':')
  return { type, name: name.join(':') }
})
const file = format === 'xlsx' ? xlsxFile(named, process.stdin, Number(rowCount)) : csvFile(named, process.stdin)
await pipeline(file, process.stdout)
