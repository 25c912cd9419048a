import type { Permission } from '@throughline/contracts/permissions'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import type { ActingMember } from '../../core/http/viewer.ts'

type Cells = Readonly<Record<string, unknown>>
type Columns = Readonly<Record<string, string>>

/** How an area exports one of its lists. The rows are those of the list's own pages, so both show the same. */
export interface ListExport<Filter, Row> {
  /** Names the file (`tasks-2026-11-17.csv`) and the audit's act (`tasks.exported`). It is stored: never change it. */
  name: string
  /** As a message names it: Tasks. */
  title: string
  /** Checked again at every page and at the download. */
  permission: Permission
  /** The body of the call by which the export is requested. */
  filter: z.core.$ZodType<Filter>
  /** A list whose columns are its own to choose reads them first. */
  columns: Columns | ((ctx: Context, viewer: ActingMember, filter: Filter) => Promise<Columns>)
  /** How many rows there are, counted no further than just beyond `most`. */
  count: (ctx: Context, viewer: ActingMember, filter: Filter, most: number) => Promise<number>
  page: (
    ctx: Context,
    viewer: ActingMember,
    filter: Filter,
    at: { limit: number; cursor: string | undefined },
  ) => Promise<{ data: readonly Row[]; pagination: { next_cursor: string | null } }>
  cellsOf: (row: Row) => Cells
}

/** Read at a time; each page is a transaction of its own, so that a slow reader holds nothing open. */
const PAGE_SIZE = 100

/** All rows, page by page, each read as the member is at that moment. */
export async function* rowsOf<Filter, Row>(
  list: ListExport<Filter, Row>,
  ctx: Context,
  memberNow: () => Promise<ActingMember>,
  filter: Filter,
): AsyncGenerator<Cells> {
  let cursor: string | undefined
  do {
    const { data, pagination } = await list.page(ctx, await memberNow(), filter, { limit: PAGE_SIZE, cursor })
    for (const row of data) yield list.cellsOf(row)
    cursor = pagination.next_cursor ?? undefined
  } while (cursor !== undefined)
}

export const columnsOf = <Filter, Row>(
  { columns }: ListExport<Filter, Row>,
  ctx: Context,
  viewer: ActingMember,
  filter: Filter,
): Promise<Columns> => (typeof columns === 'function' ? columns(ctx, viewer, filter) : Promise.resolve(columns))

/** A list as the job knows it: by the name and the filter that are stored. */
export interface RegisteredExport extends Pick<ListExport<never, never>, 'name' | 'title' | 'permission'> {
  columns: (ctx: Context, viewer: ActingMember, storedFilter: unknown) => Promise<Columns>
  rows: (ctx: Context, memberNow: () => Promise<ActingMember>, storedFilter: unknown) => AsyncIterable<Cells>
}

const registered = new Map<string, RegisteredExport>()

/** `main` registers every list, so that the worker finds it without this area knowing the others. */
export function registerExport<Filter, Row>(list: ListExport<Filter, Row>): void {
  const { name, title, permission } = list
  registered.set(name, {
    name,
    title,
    permission,
    columns: (ctx, viewer, storedFilter) => columnsOf(list, ctx, viewer, z.parse(list.filter, storedFilter)),
    rows: (ctx, memberNow, storedFilter) => rowsOf(list, ctx, memberNow, z.parse(list.filter, storedFilter)),
  })
}

export const findRegistered = (name: string): RegisteredExport | undefined => registered.get(name)

export function requireRegistered(name: string): RegisteredExport {
  const list = findRegistered(name)
  if (!list) throw new Error(`no list is registered for exports of “${name}”`)
  return list
}
