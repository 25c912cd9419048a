import { draftKind } from './drafts.ts'
import { fileKind } from './files.ts'
import { formKind, responseKind } from './forms.ts'
import { instanceKind } from './instances.ts'
import type { Kind } from './kind.ts'
import { messageKind } from './messages.ts'
import { clientKind, personKind } from './people-and-clients.ts'
import { taskKind } from './tasks.ts'
import { workflowKind } from './workflows.ts'

/** Everything that is searched. A kind that is added here is indexed, found, counted and rebuilt like the others. */
export const KINDS: readonly Kind[] = [
  taskKind,
  instanceKind,
  workflowKind,
  fileKind,
  clientKind,
  personKind,
  formKind,
  responseKind,
  messageKind,
  draftKind,
]
