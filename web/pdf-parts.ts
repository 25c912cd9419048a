import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from 'pdfjs-dist/package.json' with { type: 'json' }
import type { Plugin } from 'vite'

const pdfjs = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist'))), '..')
const FOLDER = `assets/pdf-${manifest.version}`
/** Character maps, the fonts every reader of PDF has, and decoders that need no compiled code. */
const WANTED = { cmaps: /\.bcmap$/, standard_fonts: /\.(pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ }

const parts = (): string[] =>
  Object.entries(WANTED).flatMap(([folder, names]) =>
    readdirSync(join(pdfjs, folder))
      .filter((name) => names.test(name))
      .map((name) => join(pdfjs, folder, name)),
  )

/** What the PDF viewer asks for by name while it draws, as files of our own. */
export function pdfParts(): Plugin {
  return {
    name: 'pdf-parts',
    generateBundle() {
      for (const part of parts())
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${basename(part)}`, source: readFileSync(part) })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const part = parts().find((one) => basename(one) === basename(request.url ?? ''))
        if (!part || !existsSync(part)) return next()
        if (part.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(part))
      })
    },
  }
}
