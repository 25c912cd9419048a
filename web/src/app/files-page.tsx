import type { Document } from '@throughline/contracts/documents'
import { FilesScreen } from '../areas/documents/files.screen.tsx'
import { indexFiles, prepareFileIndex } from './file-index.ts'
import { NARROW, PHONE, useMedia } from './use-media.ts'

/** Where the browser allows no index, the palette has no files. */
async function remember(documents: readonly Document[]) {
  if ((await prepareFileIndex()) === 'unavailable') return
  await indexFiles(documents.map(({ id, name, type, sha256 }) => ({ id, name, type, dataKey: sha256 ?? '' })))
}

const onListed = (documents: readonly Document[]) => void remember(documents)

/** Tells the screen how much room there is, and the palette which files there are. */
export function FilesPage() {
  return <FilesScreen phone={useMedia(PHONE)} narrow={useMedia(NARROW)} onListed={onListed} />
}
