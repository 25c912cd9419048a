import type { PersonId } from '@throughline/contracts/ids'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'

/** Profiles are their owners' alone; of anybody else's not even the existence is told. */
export function requireOwn(viewer: Viewer, userId: PersonId) {
  if (viewer.personId !== userId) throw notFound('The person')
}
