import type { Context } from '../../core/context.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { createPort } from '../../core/port.ts'

/** An account is to be deleted, and the person's own workspace with it. */
export const deletionPlanned = createPort<[ctx: Context, viewer: Viewer], Promise<void>>('an account’s planned end')
