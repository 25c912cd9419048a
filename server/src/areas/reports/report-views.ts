import type { ReportView } from '@throughline/contracts/reports'
import type { Context } from '../../core/context.ts'
import { execute } from '../../core/db/statement.ts'
import { typeNamed } from './report-columns.ts'

interface CommentRow {
  view: string
  about: string
  column: string
  type: string
  meaning: string
}

const EXAMPLE = ' Example: '

function viewsFrom(rows: readonly CommentRow[]): ReportView[] {
  const views = new Map<string, ReportView>()
  for (const { view, about, column, type, meaning } of rows) {
    const known = views.get(view) ?? { name: view, meaning: about, columns: [] }
    const [text = '', example = null] = meaning.split(EXAMPLE)
    known.columns.push({ name: column, type: typeNamed(type), meaning: text, example })
    views.set(view, known)
  }
  return [...views.values()]
}

async function readViews({ pools }: Context): Promise<ReportView[]> {
  const { rows } = await execute<CommentRow>(
    pools.tenant,
    `select c.relname as view, obj_description(c.oid, 'pg_class') as about, a.attname as column,
       format_type(a.atttypid, null) as type, coalesce(col_description(c.oid, a.attnum), '') as meaning
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = (select oid from pg_namespace where nspname = 'report') and c.relkind = 'v'
     order by c.relname, a.attnum`,
  )
  return viewsFrom(rows)
}

/** A migration comes with a new process. */
const known = new Map<string, Promise<ReportView[]>>()

/** The views with their comments, which are the one source for the editor, the help and the model. */
export function reportViews(ctx: Context): Promise<ReportView[]> {
  const name = ctx.config.PG_DATABASE
  const views = known.get(name) ?? readViews(ctx)
  known.set(name, views)
  views.catch(() => known.delete(name))
  return views
}

export const viewNames = async (ctx: Context): Promise<string[]> => (await reportViews(ctx)).map(({ name }) => name)
