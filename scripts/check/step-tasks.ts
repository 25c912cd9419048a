/** Tasks of steps are made by the engine's turn alone; a query, which no step makes, by one statement of its own. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const MAKERS = ['server/src/areas/instances/engine/turn-tasks.queries.ts', 'server/src/areas/tasks/acts/ask.queries.ts']
const MAKES = /\binsert\s+into\s+tasks\b|insertInto\(\s*['"]tasks['"]/i

export function stepTaskProblems(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server/src/**/*.ts'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && !file.endsWith('.test.ts') && !MAKERS.includes(file))
    .filter((file) => MAKES.test(existsSync(file) ? readFileSync(file, 'utf8') : ''))
    .map((file) => `${file} makes tasks: that is the engine's`)
}
