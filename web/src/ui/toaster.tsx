import { Toast as Base } from '@base-ui/react/toast'
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type FocusEvent, useEffect, useRef } from 'react'
import { cn } from './cn.ts'
import { connectToasts, type ToastMessage, toast } from './toast.ts'
import { uiTexts } from './ui.texts.ts'

const MAX_TOASTS = 3

type MouseHandler = NonNullable<Base.Viewport.Props['onMouseEnter']>

/** Base UI stops the clock under the pointer, so what lies below would stay out of reach. Focus still stops it. */
const keepTime: MouseHandler = (event) => event.preventBaseUIHandler()

/** The place where toasts appear; mount once. It belongs to the popup tier: load it when the page is idle. */
export function Toaster() {
  return (
    <Base.Provider limit={MAX_TOASTS}>
      <Outlet />
    </Base.Provider>
  )
}

/** A button that goes with its toast would leave the focus nowhere: it returns to where it came from, or to the title. */
function useWayBack() {
  const cameFrom = useRef<HTMLElement>(null)
  const remember = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
  }
  const goBack = () => {
    const title = document.querySelector<HTMLElement>('main h1[tabindex]')
    const back = cameFrom.current?.isConnected ? cameFrom.current : title
    back?.focus({ preventScroll: true })
  }
  return { remember, goBack }
}

function Outlet() {
  const { toasts, add, close } = Base.useToastManager<ToastMessage>()
  useEffect(
    () =>
      connectToasts({
        show: (message) => add({ id: message.id, timeout: message.timeout, data: message }),
        close,
      }),
    [add, close],
  )
  const { remember, goBack } = useWayBack()
  const hidden = toasts.filter((item) => item.limited && item.transitionStatus !== 'ending').length
  return (
    <Base.Portal>
      <Base.Viewport
        aria-label={uiTexts.notifications}
        onMouseEnter={keepTime}
        onMouseMove={keepTime}
        onFocus={remember}
        className={cn(
          'fixed bottom-5 left-1/2 z-(--z-toast) flex w-120 max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col-reverse gap-2 outline-none',
          // Acts on selected rows stay within reach; on a narrow screen their bar has three rows.
          '[body:has([data-bulk-bar])_&]:bottom-40 sm:[body:has([data-bulk-bar])_&]:bottom-20',
          // They would cover the buttons in which a dialog, panel or page ends. A dialog that is closing doesn't count.
          '[body:has([data-foot]:not([data-closed]_*))_&]:top-3 [body:has([data-foot]:not([data-closed]_*))_&]:bottom-auto',
          '[body:has([data-foot]:not([data-closed]_*))_&]:flex-col',
        )}
      >
        {toasts.map(
          (item) => item.data && <ToastCard key={item.id} item={item} message={item.data} onLeave={goBack} />,
        )}
        {hidden > 0 && (
          <span className="self-center rounded-full bg-inverse px-2.5 py-0.5 text-xs font-medium text-fg-inverse shadow-md">
            {uiTexts.moreToasts(hidden)}
          </span>
        )}
      </Base.Viewport>
    </Base.Portal>
  )
}

const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, error: TriangleAlert } as const

type ToastCardProps = { item: Base.Root.ToastObject<ToastMessage>; message: ToastMessage; onLeave: () => void }

function ToastCard({ item, message, onLeave }: ToastCardProps) {
  const { tone, title, description, action } = message
  const urgent = tone === 'error'
  const Icon = icons[tone]
  const leave = () => {
    toast.dismiss(message.id)
    onLeave()
  }
  return (
    <Base.Root
      toast={item}
      swipeDirection={['down', 'left', 'right']}
      role={urgent ? 'alert' : 'status'}
      aria-modal={undefined}
      className={cn(
        'flex items-center gap-3 rounded-lg bg-inverse py-2.5 pr-2.5 pl-4 text-fg-inverse shadow-lg data-limited:hidden',
        'translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) transition duration-(--dur-base)',
        'data-ending-style:opacity-0 data-starting-style:translate-y-3 data-starting-style:opacity-0',
      )}
    >
      <Icon size={17} aria-hidden className="shrink-0" />
      <div className="min-w-0 flex-1">
        <Base.Title className="text-sm font-medium">{title}</Base.Title>
        <Base.Description className="text-xs break-words opacity-80">{description}</Base.Description>
      </div>
      {action && (
        <Base.Action
          onClick={() => {
            leave()
            action.onPress()
          }}
          className="h-7 shrink-0 rounded-sm px-2.5 text-sm font-semibold underline-offset-2 hover:underline"
        >
          {action.label}
        </Base.Action>
      )}
      {/* Base UI hides its own Close from screen readers until the list is hovered; ours can always be reached. */}
      <button
        type="button"
        aria-label={uiTexts.dismiss}
        onClick={leave}
        className="grid size-7 shrink-0 place-items-center rounded-sm opacity-80 hover:opacity-100"
      >
        <X size={15} aria-hidden />
      </button>
    </Base.Root>
  )
}
