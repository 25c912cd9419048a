import type { Instance } from '@throughline/contracts/instances'
import type * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
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

/** Where a reply to a mail of this instance joins it; undefined where the installation or the workflow takes no mail. */
export const replyAddress = createPort<[ctx: Context, tx: ReadTx, instanceId: string], Promise<string | undefined>>(
  'where replies go',
)

/** What went wrong with what an instance came from, without stopping its start. */
export const originProblems = createPort<[tx: ReadTx, instanceId: string], Promise<string[]>>('problems of a start')

/** What brought an instance, with its sender and its words, is deleted with it. */
export const forgetOrigin = createPort<[db: Db, tenantId: string, instanceId: string], Promise<void>>(
  'what an instance came from',
)

/** An instance that a form's response started has come to its end. */
export const formInstanceEnded = createPort<[tx: TenantTx, instanceId: string], Promise<void>>(
  'the end of what a response started',
)
