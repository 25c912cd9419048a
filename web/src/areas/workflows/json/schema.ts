import published from '../../../../../docs/workflow.schema.json'

/** As much of a JSON Schema as is needed to say what may stand somewhere. */
type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema | undefined>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
  $defs?: Record<string, Schema | undefined>
}

/** The published schema of a workflow. As a file, so that no page carries what it is made with. */
export const workflowSchema: Schema = published

/** Which texts stand beside what is asked for, by the keys of the object that holds them. */
type TextsBeside = (keys: readonly (string | number)[]) => ReadonlyMap<string, string | undefined>

/** Every shape that what stands under these keys may have; of a union, those that agree with what is written already. */
export function shapesAt(root: Schema, keys: readonly (string | number)[], beside: TextsBeside): Schema[] {
  let shapes = [root]
  for (const [place, key] of keys.entries()) {
    const texts = beside(keys.slice(0, place))
    shapes = agreeing(root, shapes, texts).flatMap((shape) => below(shape, key))
  }
  return agreeing(root, shapes, beside(keys))
}

function agreeing(root: Schema, shapes: Schema[], texts: ReadonlyMap<string, string | undefined>): Schema[] {
  const open = shapes.flatMap((shape) => alternatives(root, shape))
  const fitting = open.filter(({ properties = {} }) =>
    [...texts].every(
      ([key, text]) => text === undefined || properties[key]?.const === undefined || properties[key].const === text,
    ),
  )
  return fitting.length > 0 ? fitting : open
}

function alternatives(root: Schema, shape: Schema): Schema[] {
  if (shape.$ref !== undefined) {
    const named = root.$defs?.[shape.$ref.replace('#/$defs/', '')]
    return named ? alternatives(root, named) : []
  }
  const choices = shape.anyOf ?? shape.oneOf
  return choices ? choices.flatMap((choice) => alternatives(root, choice)) : [shape]
}

function below({ properties = {}, additionalProperties, items }: Schema, key: string | number): Schema[] {
  if (typeof key === 'number') return typeof items === 'object' ? [items] : []
  const own = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (own) return [own]
  return typeof additionalProperties === 'object' ? [additionalProperties] : []
}

export type Key = { name: string; required: boolean; stub: string }

/** The keys an object may have here. */
export function keysOf(root: Schema, shapes: Schema[]): Key[] {
  const found = new Map<string, Key>()
  for (const { properties = {}, required = [] } of shapes)
    for (const [name, shape] of Object.entries(properties)) {
      if (!shape) continue
      const known = found.get(name)
      const must = required.includes(name)
      found.set(name, { name, required: known ? known.required && must : must, stub: stubOf(root, shape) })
    }
  return [...found.values()]
}

/** What to begin with as a value. */
function stubOf(root: Schema, shape: Schema): string {
  const [first] = alternatives(root, shape)
  if (first?.const !== undefined) return JSON.stringify(first.const)
  if (first?.type === 'array') return '[]'
  if (first?.type === 'object') return '{}'
  return first?.type === 'string' ? '""' : ''
}

/** The values that are named one by one. */
export function valuesOf(shapes: Schema[]): unknown[] {
  const named = shapes.flatMap((shape) => {
    if (shape.const !== undefined) return [shape.const]
    if (shape.enum) return shape.enum
    return shape.type === 'boolean' ? [true, false] : []
  })
  return [...new Set(named)]
}
