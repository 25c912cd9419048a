/** Small files: median about 60 lines, 95 of 100 under 250, none above 400. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const MEDIAN = 65
const MOST_OF_THEM = 250
const LARGEST = 400

export function sizeProblems(): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && !file.includes('.gen.') && existsSync(file))
  const sizes = files
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines)
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))]?.lines ?? 0
  const problems = sizes.filter(({ lines }) => lines > LARGEST).map(({ file, lines }) => `${file} has ${lines} lines`)
  if (at(0.5) > MEDIAN) problems.push(`the median file has ${at(0.5)} lines`)
  if (at(0.95) >= MOST_OF_THEM) problems.push(`the 95th percentile is ${at(0.95)} lines`)
  return problems
}
