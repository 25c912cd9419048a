/** Writes docs/workflow.schema.json from the declared shape; with --check only says whether it is current. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workflowJsonSchema } from '@throughline/contracts/workflow-document'

const file = join(import.meta.dirname, '../../../docs/workflow.schema.json')
const text = `${JSON.stringify(workflowJsonSchema(), null, 2)}\n`

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  process.stdout.write(
    'docs/workflow.schema.json is not current: node --conditions=source --import tsx server/src/main/workflow-schema.ts\n',
  )
  process.exitCode = 1
}
