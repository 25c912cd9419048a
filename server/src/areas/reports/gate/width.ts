import { as, type Fields, fieldsOf, kindOf, listOf, textOf } from './tree.ts'

/** No view has more columns; a test counts them. */
export const VIEW_WIDTH = 30
const FUNCTION_WIDTH = 3

/** How many columns the queries have that are named in WITH. */
export type Widths = ReadonlyMap<string, number>

const aliasOf = (fields: Fields): string =>
  fields['alias'] === undefined ? '' : textOf(fieldsOf(fields['alias'])['aliasname'])

/** The relations of a FROM, by the names that they have in the query. */
function relationsIn(node: unknown, widths: Widths): [name: string, width: number][] {
  const [kind, fields] = kindOf(node)
  if (kind === 'JoinExpr') return [...relationsIn(fields['larg'], widths), ...relationsIn(fields['rarg'], widths)]
  if (kind === 'RangeSubselect') return [[aliasOf(fields), widthOf(as(fields['subquery'], 'SelectStmt'), widths)]]
  const table = textOf(fields['relname'])
  const known = fields['schemaname'] === undefined ? widths.get(table) : undefined
  const width = kind === 'RangeVar' ? (known ?? VIEW_WIDTH) : FUNCTION_WIDTH
  return [[aliasOf(fields) || table, width]]
}

const sum = (relations: readonly [string, number][]) => relations.reduce((total, [, width]) => total + width, 0)

/**
 * How many columns a query has, counted generously: a star stands for many, and stars of stars for thousands, all of which are
 * in memory where a row is sorted or kept. One of which nothing is known has too many.
 */
export function widthOf(select: Fields, outer: Widths): number {
  const widths = new Map(outer)
  const named = select['withClause'] === undefined ? [] : listOf(fieldsOf(select['withClause'])['ctes'])
  for (const node of named) {
    const { ctename, ctequery } = as(node, 'CommonTableExpr')
    widths.set(textOf(ctename), widthOf(kindOf(ctequery)[1], widths))
  }
  if (select['larg'] !== undefined) return widthOf(fieldsOf(select['larg']), widths)
  if (select['valuesLists'] !== undefined) return listOf(as(listOf(select['valuesLists'])[0], 'List')['items']).length
  const relations = listOf(select['fromClause']).flatMap((node) => relationsIn(node, widths))
  let width = 0
  for (const node of listOf(select['targetList'])) {
    const [kind, value] = kindOf(as(node, 'ResTarget')['val'])
    const parts = kind === 'ColumnRef' ? listOf(value['fields']).map(kindOf) : []
    if (parts.at(-1)?.[0] !== 'A_Star') width += 1
    else if (parts.length === 1) width += sum(relations)
    else {
      const name = textOf(parts.at(-2)?.[1]['sval'])
      const found = relations.filter(([relation]) => relation === name)
      width += found.length > 0 ? sum(found) : Number.POSITIVE_INFINITY
    }
  }
  return width
}
