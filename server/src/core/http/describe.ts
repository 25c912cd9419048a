import { isDeepStrictEqual } from 'node:util'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { Schema } from '@throughline/contracts/endpoint'
import * as z from 'zod/mini'

/** Schemas by the names under which the description publishes them. */
export type Shapes = Readonly<Record<string, Schema>>

type Io = 'input' | 'output'
type Names = z.core.$ZodRegistry<{ id: string }>
type JsonSchema = z.core.JSONSchema.BaseSchema

export const isSchema = (value: unknown): value is Schema => value instanceof z.core.$ZodType

/** What has a name is referred to and stands once under `$defs`. */
const toJson = (schema: Schema, io: Io, names: Names): JsonSchema =>
  z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any' })

function namesOf(shapes: Shapes, nameOf: (name: string, schema: Schema) => string): Names {
  const names = z.registry<{ id: string }>()
  for (const [name, schema] of Object.entries(shapes)) names.add(schema, { id: nameOf(name, schema) })
  return names
}

/** What is sent may differ from what is answered (defaults, texts that are read): only then has a shape two names. */
function namesByUse(shapes: Shapes): Record<Io, Names> {
  const output = namesOf(shapes, (name) => name)
  const printed = (schema: Schema, io: Io) => JSON.stringify(toJson(schema, io, output))
  const input = namesOf(shapes, (name, schema) =>
    printed(schema, 'input') === printed(schema, 'output') ? name : `${name}Input`,
  )
  return { input, output }
}

const DEFS = '#/$defs/'
const COMPONENTS = '#/components/schemas/'

/** A document's references begin at its root, where the shapes stand under `components`. */
const withComponents = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(DEFS, COMPONENTS) : value,
  )

type Description = Required<Pick<FastifyDynamicSwaggerOptions, 'transform' | 'transformObject'>>

/** The routes' schemas as OpenAPI: each shape that has a name stands once, under `components/schemas`. */
export function describeBy(shapes: Shapes): Description {
  const used = new Map<string, JsonSchema>()
  let names: Record<Io, Names> | undefined

  const convert = (schema: Schema, io: Io): JsonSchema => {
    names ??= namesByUse(shapes)
    const { $defs = {}, $schema: _, ...rest } = toJson(schema, io, names[io])
    for (const [name, def] of Object.entries($defs)) {
      const shape = withComponents(def)
      if (!isDeepStrictEqual(used.get(name) ?? shape, shape)) throw new Error(`${name} would name two shapes`)
      used.set(name, shape)
    }
    return withComponents(rest)
  }
  const byName = (schema: unknown, io: Io) => (isSchema(schema) ? convert(schema, io) : schema)
  /** Parameters stand one by one, so what holds them is written out: a copy has no name. */
  const writtenOut = (schema: unknown) =>
    isSchema(schema) ? convert(z.core.clone(schema, schema._zod.def), 'input') : schema

  return {
    transform: ({ schema, url }) => {
      const { params, querystring, body, response, ...rest } = schema
      const answers = Object.entries(response ?? {}).map(([status, answer]) => [status, byName(answer, 'output')])
      return {
        url,
        schema: {
          ...rest,
          ...(params ? { params: writtenOut(params) } : {}),
          ...(querystring ? { querystring: writtenOut(querystring) } : {}),
          ...(body ? { body: byName(body, 'input') } : {}),
          ...(response ? { response: Object.fromEntries(answers) } : {}),
        },
      }
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('only OpenAPI is written')
      const schemas = Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const { openapiObject } = document
      Object.assign(openapiObject, { components: { ...openapiObject.components, schemas } })
      return openapiObject
    },
  }
}
