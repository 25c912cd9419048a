/**
 * Vitest's reporter for CI: what each test ended with, and how long each file took with its imports and its set-up,
 * which Vitest's own JSON leaves out. REPORT names the file it writes.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { Outcome, Report } from './report.ts'

type Errors = readonly { message: string; stack?: string | undefined }[]
const fileOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId)
const messages = (errors: Errors = []) => errors.map(({ message }) => message)

function outcomes(module: TestModule): Outcome[] {
  const file = fileOf(module)
  const tests = [...module.children.allTests()].map((test): Outcome => {
    const { state, errors } = test.result()
    return { file, name: test.fullName, passed: state === 'passed', messages: messages(errors) }
  })
  const suites = [...module.children.allSuites()].flatMap((suite) => messages(suite.errors()))
  const broken = [...messages(module.errors()), ...suites]
  // A file that breaks while it is loaded or in a hook has no failed test to show for it.
  return broken.length > 0 ? [...tests, { file, name: '', passed: false, messages: broken }] : tests
}

function seconds(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000
}

export default class CiReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors) {
    const broken = unhandled.map(
      ({ message }): Outcome => ({
        file: '',
        name: 'an error outside of any test',
        passed: false,
        messages: [message],
      }),
    )
    const report: Report = {
      outcomes: [...modules.flatMap(outcomes), ...broken],
      files: Object.fromEntries(modules.map((module) => [fileOf(module), seconds(module)])),
    }
    writeFileSync(process.env['REPORT'] ?? 'report.json', JSON.stringify(report))
  }
}
