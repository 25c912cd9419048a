/** docs/screens holds at most 40 pictures, each of them shown by the README, the guide or the page of an area. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

const LIMIT = 40

const filesOf = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(file))

export function pictureProblems(): string[] {
  const pictures = filesOf('docs/screens')
  const pages = filesOf('README.md', 'docs/guide/*.md', 'docs/areas/*.md').map((file) => readFileSync(file, 'utf8'))
  const problems = pictures
    .filter((picture) => !pages.some((page) => page.includes(`screens/${basename(picture)})`)))
    .map((picture) => `${picture} is shown by no document`)
  if (pictures.length > LIMIT) problems.push(`docs/screens holds ${pictures.length} files, more than ${LIMIT}`)
  return problems
}
