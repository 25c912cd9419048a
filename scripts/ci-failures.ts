/** Which tests and journeys failed, and with what words, from the reports their runners wrote. */
import { readFileSync } from 'node:fs'

interface TestReport {
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

interface Suite {
  specs?: { title: string; file: string; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[]
  suites?: Suite[]
}

/** Of each failure only so much that all of them fit where the last lines of a run are read. */
const LINES = 8
const LENGTH = 300
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const brief = (text: string) =>
  text
    .replaceAll(ESCAPES, '')
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at /.test(line))
    .slice(0, LINES)
    .map((line) => line.slice(0, LENGTH))
    .join('\n    ')
const said = (where: string, messages: string[]) =>
  [`FAILED ${where}`, ...messages.map((text) => `    ${brief(text)}`)].join('\n')

export function failedTests(file: string): string[] {
  const { testResults }: TestReport = JSON.parse(readFileSync(file, 'utf8'))
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status !== 'passed')
    if (failed.length === 0 && message) return [said(name, [message])]
    return failed.map(({ fullName, failureMessages }) => said(`${name} › ${fullName}`, failureMessages))
  })
}

const failedIn = ({ specs = [], suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return said(
        `${file} › ${title}`,
        errors.map(({ message = '' }) => message),
      )
    }),
  ...suites.flatMap(failedIn),
]

export const failedJourneys = (file: string): string[] => failedIn(JSON.parse(readFileSync(file, 'utf8')))
