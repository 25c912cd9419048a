import { asSuperuser } from './database.ts'

/** The seed sells plans. Firms of the journeys are on Free and have several people: only journeys about plans have limits. */
export default async function liftFree(): Promise<void> {
  await asSuperuser('update plans set people = null, storage = null, runs = null where price = 0')
}
