import { expect, test } from 'vitest'
import { csvOf } from './overview-csv.ts'
import { SAMPLE } from './sample.ts'

test('each figure is a line, and what looks like a formula is a text', () => {
  const [first, ...rest] = SAMPLE.issues.rows
  const lines = csvOf({
    ...SAMPLE,
    issues: { ...SAMPLE.issues, rows: first ? [{ ...first, issue: '=1+1, "two"' }, ...rest] : [] },
  }).split('\r\n')
  expect(lines[0]).toBe('Section,Name,Workflow,Figure,Value')
  expect(lines).toContain('Business Performance,,,Overdue Items,9')
  expect(lines).toContain('Workflow Health Overview,Compliance Review,Compliance Review,On-time rate,62')
  expect(lines).toContain('Workflow Health Overview,Compliance Review,Compliance Review,Avg duration (hours),360')
  expect(lines).toContain('Automation Performance,Company check,Compliance Review,Error,3')
  expect(lines).toContain('Slowest Manual Tasks,Redline contract,Contract Review,Runs,19')
  expect(lines).toContain(`Top Automation Issues,"'=1+1, ""two""",,Error,14`)
})
