import { type Fields, fieldsOf, kindOf, listOf, textOf } from './tree.ts'

/** Of a query's columns, those whose names can be read off it. */
export function columnsOf(select: Fields): ReadonlySet<string> {
  if (select['larg'] !== undefined) return columnsOf(fieldsOf(select['larg']))
  const names = listOf(select['targetList']).map((node) => {
    const target = fieldsOf(kindOf(node)[1])
    if (target['name'] !== undefined) return textOf(target['name'])
    const [kind, value] = kindOf(target['val'])
    return kind === 'ColumnRef' ? textOf(kindOf(listOf(value['fields']).at(-1))[1]['sval']) : ''
  })
  return new Set(names)
}

const named = (names: unknown) => new Set(listOf(names).map((node) => textOf(kindOf(node)[1]['sval'])))

const UNNAMED: Fields = {}

/** What a query calls its relations, each with the columns that it is known to have. */
class Relations {
  readonly all: [name: string, columns: ReadonlySet<string>][] = []
  readonly #queries: [name: string, columns: ReadonlySet<string>][] = []
  readonly #tables: [name: string, table: string][] = []

  #add(alias: unknown, table: string | undefined, columns: ReadonlySet<string>): void {
    const { aliasname, colnames } = alias === undefined ? UNNAMED : fieldsOf(alias)
    const name = aliasname === undefined ? table : textOf(aliasname)
    if (name === undefined) return
    if (colnames !== undefined) this.all.push([name, named(colnames)])
    else if (table === undefined) this.all.push([name, columns])
    else this.#tables.push([name, table])
  }

  read(tree: unknown): void {
    if (Array.isArray(tree)) for (const node of tree) this.read(node)
    if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) return
    for (const [kind, value] of Object.entries(tree)) {
      this.read(value)
      if (kind === 'RangeVar') this.#add(fieldsOf(value)['alias'], textOf(fieldsOf(value)['relname']), new Set())
      if (kind === 'RangeSubselect')
        this.#add(fieldsOf(value)['alias'], undefined, columnsOf(kindOf(fieldsOf(value)['subquery'])[1]))
      if (kind === 'CommonTableExpr') {
        const { ctename, aliascolnames, ctequery } = fieldsOf(value)
        const columns = aliascolnames === undefined ? columnsOf(kindOf(ctequery)[1]) : named(aliascolnames)
        this.#queries.push([textOf(ctename), columns])
      }
    }
  }

  /** A name of a view may mean the view wherever it stands, though a query has that name somewhere else. */
  resolve(views: readonly string[]): void {
    for (const [name, table] of this.#tables) {
      const queries = views.includes(table) ? [] : this.#queries.filter(([query]) => query === table)
      const isColumn = queries.length > 0 && queries.every(([, columns]) => columns.has(name))
      this.all.push([name, new Set(isColumn ? [name] : [])])
    }
  }
}

/**
 * Names that may stand for a whole row: of relations that have no column so called. PostgreSQL takes a column before a row,
 * wherever both can be meant.
 */
export function rowNames(statement: unknown, views: readonly string[]): ReadonlySet<string> {
  const relations = new Relations()
  relations.read(statement)
  relations.resolve(views)
  return new Set(relations.all.filter(([name, columns]) => !columns.has(name)).map(([name]) => name))
}
