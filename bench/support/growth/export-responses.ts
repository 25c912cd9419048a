import { createInterface } from 'node:readline'
import { insertExport } from '../../../server/src/areas/exports/exports.queries.ts'
import { registerExport } from '../../../server/src/areas/exports/list-export.ts'
import { writeExport } from '../../../server/src/areas/exports/write-export.ts'
import { submissionExport } from '../../../server/src/areas/forms/submissions/export-submissions.ts'
import type { Context } from '../../../server/src/core/context.ts'
import { inTenant } from '../../../server/src/core/db/in-tenant.ts'
import { createPools } from '../../../server/src/core/db/pools.ts'
import { createStorage } from '../../../server/src/core/storage/storage.ts'
import { heldBytes } from '../../../server/test/held-bytes.ts'
import type { LoadedForms } from './load-forms.ts'
import type { GrowthWorld } from './world.ts'

/** Just under half of two years: with two million responses just under the million that an export may have. */
const DAYS = 364.5
/** Rows between two looks at the memory, of which the first are warming up. */
const EVERY = 50_000
const MOST_MEGABYTES = 40
const FORMULA = /(?:^|,)"?[=+\-@\t\r]/

const megabytes = (bytes: number) => bytes / 2 ** 20

/** How many lines the file has, and how many of them a spreadsheet would run. */
async function readBack(stream: NodeJS.ReadableStream) {
  let lines = 0
  let formulas = 0
  let kept = 0
  for await (const line of createInterface({ input: stream })) {
    lines += 1
    if (FORMULA.test(line)) formulas += 1
    if (line.includes(`,'=`)) kept += 1
  }
  return { rows: lines - 1, formulas, kept }
}

/** The job's own way from the rows to the stored file, while its memory is looked at. */
export async function exportResponses(
  ctx: Context,
  { tenantId, viewers }: GrowthWorld,
  { formId, own }: LoadedForms,
  say: (line: string) => void,
) {
  const { owner } = viewers
  const samples: number[] = []
  const watched: typeof submissionExport.page = async (held, viewer, filter, at) => {
    if (read % EVERY === 0) samples.push(heldBytes())
    read += at.limit
    return submissionExport.page(held, viewer, filter, at)
  }
  let read = 0
  registerExport({ ...submissionExport, page: watched })
  const from = new Date(Date.now() - DAYS * 86_400_000).toISOString()
  const filter = { form: formId, status: 'all', from }
  const { id } = await inTenant(ctx, owner, ({ db }) =>
    insertExport(db, tenantId, owner.memberId, submissionExport.name, filter),
  )
  const pools = createPools(ctx.config, 'worker', () => undefined)
  const storage = createStorage(ctx.config)
  const file = { tenantId: owner.tenantId, id }
  try {
    const began = Date.now()
    await writeExport({ ctx: { ...ctx, pools }, storage }, { tenantId, exportId: id })
    const seconds = (Date.now() - began) / 1000
    const { stream, size } = await storage.exports.read(file)
    const { rows, formulas, kept } = await readBack(stream)
    const [, ...warm] = samples.map(megabytes)
    const moved = Math.max(0, ...warm) - Math.min(...warm)
    say(`exported ${rows} rows in ${seconds.toFixed(0)} s`)
    const isWhole = rows > own * 0.45
    return {
      lines: [
        `An export of ${rows.toLocaleString('en')} of them by its job, ${megabytes(size).toFixed(0)} MB of CSV: ${seconds.toFixed(0)} s, ${Math.round(rows / seconds).toLocaleString('en')} rows a second; what the process`,
        `holds moves by ${moved.toFixed(1)} MB over ${warm.length} looks (goal ${MOST_MEGABYTES}). ${kept.toLocaleString('en')} names that begin like a formula were made safe, ${formulas} were not.`,
      ],
      broken: [
        ...(isWhole ? [] : [`the export has ${rows} rows`]),
        ...(moved > MOST_MEGABYTES ? [`the export’s memory moved by ${moved.toFixed(1)} MB`] : []),
        ...(formulas > 0 || kept === 0 ? [`${formulas} cells of the export are formulas, ${kept} were made safe`] : []),
      ],
    }
  } finally {
    await storage.exports.remove(file)
    storage.close()
    await pools.end()
  }
}
