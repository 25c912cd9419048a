import * as emailAddress from '@throughline/contracts/email-address'
import * as errors from '@throughline/contracts/errors'
import * as formContent from '@throughline/contracts/form-content'
import * as ids from '@throughline/contracts/ids'
import * as json from '@throughline/contracts/json'
import * as messageEntities from '@throughline/contracts/message-entities'
import * as running from '@throughline/contracts/running'
import * as scheduleRule from '@throughline/contracts/schedule-rule'
import * as username from '@throughline/contracts/username'
import * as websiteContent from '@throughline/contracts/website-content'
import * as workflowDocument from '@throughline/contracts/workflow-document'
import * as workflowEdits from '@throughline/contracts/workflow-edits'
import { isSchema, type Shapes } from '../core/http/describe.ts'
import { MODULES } from './endpoints.ts'

const SHARED: object[] = [
  errors,
  ids,
  json,
  emailAddress,
  username,
  running,
  messageEntities,
  workflowDocument,
  workflowEdits,
  formContent,
  scheduleRule,
  websiteContent,
]

function shapesOf(modules: readonly object[]): Shapes {
  const shapes = new Map<string, Shapes[string]>()
  const exported = modules.flatMap((module): [string, unknown][] => Object.entries(module))
  for (const [name, value] of exported) {
    // A schema that is also a type begins with a capital; the others are parts of one.
    if (!isSchema(value) || !/^[A-Z]/.test(name)) continue
    if (shapes.has(name)) throw new Error(`two contracts name a shape ${name}`)
    shapes.set(name, value)
  }
  return Object.fromEntries(shapes)
}

/** Every schema that the contracts export, by its name there. */
export const SHAPES = shapesOf([...SHARED, ...MODULES])
