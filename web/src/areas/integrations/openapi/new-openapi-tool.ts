import { CONNECTION_LIMITS } from '@throughline/contracts/connections'
import type { FoundTool } from '@throughline/contracts/openapi-tools'
import { texts as catalogueTexts } from '../catalogue/catalogue.texts.ts'

const { wrong } = catalogueTexts.adding

export type OpenApiFields = Record<'name' | 'short_description' | 'server', string>

export const isPlainAddress = (text: string) => /^https?:\/\/[^\s@]+$/i.test(text.trim()) && URL.canParse(text.trim())

/** What the document says of the tool, as far as a tool can say it. */
export const fieldsOf = ({ title, description, servers }: FoundTool): OpenApiFields => ({
  name: title.slice(0, CONNECTION_LIMITS.name),
  short_description: (description.split(/\n|(?<=\.)\s/, 1)[0] ?? '').slice(0, CONNECTION_LIMITS.short_description),
  server: servers[0] ?? '',
})

const isLong = (text: string, most: number) => text.trim() === '' || text.trim().length > most

/** What keeps it from being sent, by field. */
export function fieldErrors({ name, short_description, server }: OpenApiFields): Partial<OpenApiFields> {
  return {
    ...(isLong(name, CONNECTION_LIMITS.name) && { name: wrong.text(CONNECTION_LIMITS.name) }),
    ...(isLong(short_description, CONNECTION_LIMITS.short_description) && {
      short_description: wrong.text(CONNECTION_LIMITS.short_description),
    }),
    ...(!isPlainAddress(server) && { server: wrong.address }),
  }
}
