/** What reads OpenAPI documents: a program of its own, started for one document. Its answer is one line of JSON. */
import { readFileSync } from 'node:fs'
import { readDocument } from './read-document.ts'
import { Unusable } from './unusable.ts'

const [file = '', base] = process.argv.slice(2)

function answer() {
  try {
    return { found: readDocument(readFileSync(file, 'utf8'), base) }
  } catch (error) {
    if (error instanceof Unusable) return { problem: error.message }
    throw error
  }
}
process.stdout.write(JSON.stringify(answer()))
