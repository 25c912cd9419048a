import { getDocument, PasswordException, type PDFDocumentProxy, PDFWorker, version } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the bundler makes its address the default export
import workerSrc from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { scriptUrl } from '../../../../shared/script-url.ts'

export type OpenPdf =
  | { state: 'opening' }
  | { state: 'locked' }
  | { state: 'damaged' }
  | { state: 'open'; pdf: PDFDocumentProxy }

/** Fonts, character maps and decoders, put there by the build (see web/vite.config.ts). */
const parts = () => new URL(`/assets/pdf-${version}/`, location.origin).href

/** Larger pictures would take the memory of the page with them. */
const MAX_PIXELS = 50_000_000

/**
 * In a worker of its own, which knows nothing but these bytes: no scripts, no forms, no links, no compiled code, and
 * nothing is fetched but our own fonts and decoders. The worker is ours, since the library would read the file in the
 * page itself wherever it may not start one.
 */
export function openPdf(bytes: Blob, tell: (opened: OpenPdf) => void): () => void {
  const thread = new Worker(scriptUrl(workerSrc), { type: 'module' })
  const worker = PDFWorker.create({ port: thread })
  let task: ReturnType<typeof getDocument> | undefined
  let left = false
  const failed = (error?: unknown) => {
    if (!left) tell({ state: error instanceof PasswordException ? 'locked' : 'damaged' })
  }
  thread.addEventListener('error', () => failed())
  const open = async () => {
    const data = new Uint8Array(await bytes.arrayBuffer())
    if (left) return
    task = getDocument({
      data,
      worker,
      cMapUrl: parts(),
      standardFontDataUrl: parts(),
      wasmUrl: parts(),
      useWasm: false,
      enableXfa: false,
      maxImageSize: MAX_PIXELS,
      verbosity: 0,
    })
    const pdf = await task.promise
    // A first page is what makes it a document; some damage shows only there.
    await pdf.getPage(1)
    if (!left) tell({ state: 'open', pdf })
  }
  open().catch(failed)
  const end = () => {
    worker.destroy()
    thread.terminate()
  }
  return () => {
    left = true
    if (task) void task.destroy().finally(end)
    else end()
  }
}
