import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

export const publicFolder = join(import.meta.dirname, '../../../../../web/dist/public')

const PUBLIC_PATH = '/public/'
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    css: z.optional(z.array(z.string())),
    assets: z.optional(z.array(z.string())),
  }),
)

/** Addresses of the page's own files; their names hold the hash of what is in them. */
export interface PageAssets {
  script: string
  styles: readonly string[]
  font: string | undefined
}

/** Undefined where the web is not built: the page then is a plain form, which works as well. */
export function readPageAssets(folder = publicFolder): PageAssets | undefined {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) return undefined
  const manifest = z.parse(Manifest, JSON.parse(readFileSync(path, 'utf8')))
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  if (!entry) return undefined
  const font = entry.assets?.find((name) => name.endsWith('.woff2'))
  return {
    script: PUBLIC_PATH + entry.file,
    styles: (entry.css ?? []).map((name) => PUBLIC_PATH + name),
    font: font && PUBLIC_PATH + font,
  }
}
