import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import type { StartManyPanelProps } from '../start-many/start-many-panel.tsx'
import { spec, texts } from './start.texts.ts'
import type { StartPanelProps } from './start-panel.tsx'

const StartPanel = lazyPart(
  () => import('./start-panel.tsx'),
  (module) => module.StartPanel,
)

const StartManyPanel = lazyPart(
  () => import('../start-many/start-many-panel.tsx'),
  (module) => module.StartManyPanel,
)

type OpenAtOnceProps = { title: string; onClose: () => void; children: ReactNode }

/** The panel stands open at once; its form is fetched with the first use. */
function OpenAtOnce({ title, onClose, children }: OpenAtOnceProps) {
  const loading = (
    <Panel title={title} onClose={onClose}>
      <Loading label={texts.loadingPanel}>{null}</Loading>
    </Panel>
  )
  return <Suspense fallback={loading}>{children}</Suspense>
}

export const LazyStartPanel = (props: StartPanelProps) => (
  <OpenAtOnce title={spec.title} onClose={props.onClose}>
    <StartPanel {...props} />
  </OpenAtOnce>
)

export const LazyStartManyPanel = (props: StartManyPanelProps) => (
  <OpenAtOnce title={texts.fromTable} onClose={props.onClose}>
    <StartManyPanel {...props} />
  </OpenAtOnce>
)
