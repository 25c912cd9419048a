import type { Instance } from '@throughline/contracts/instances'
import type * as z from 'zod/mini'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { createPort } from '../../core/port.ts'

/** The newest tasks of an instance that the viewer was found to see, in the order in which they came. */
export const tasksOfInstance = createPort<
  [tx: ReadTx, viewer: Pick<Viewer, 'memberId'>, instanceId: string],
  Promise<z.input<typeof Instance>['tasks']>
>('tasks of an instance')

/** Deletes the files of an instance permanently; says how many bytes that were. */
export const dropFilesOfInstance = createPort<[db: Db, tenantId: string, instanceId: string], Promise<number>>(
  'drop files of an instance',
)

/** Whether one of the files of these tasks, as they are now, was uploaded by this member. */
export const hasUploadedTo = createPort<
  [db: Db, tenantId: string, taskIds: readonly string[], memberId: string],
  Promise<boolean>
>('whose files those of tasks are')

/** An instance that a form's response started has come to its end. */
export const formInstanceEnded = createPort<[tx: TenantTx, instanceId: string], Promise<void>>(
  'the end of what a response started',
)
