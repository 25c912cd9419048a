/** What can be planted in the model. Each is a plausible way to build the engine wrongly, and must be noticed. */
export const faults = {
  content: 'commands travel in pokes and are carried out as they arrive',
  knownByStep: 'a call that was made once for its step, round and item is known and never made again',
  completes: 'the workflow completes although it was poked since its last sync',
  noRecheck: 'a result is played without asking whether it is that of the open call',
  resultsTravel: 'results travel from the call to sync through the workflow, instead of standing in the ledger',
  anyAttempt: 'the ledger is not asked which attempt its answer is to',
  pokeFirst: 'the poke goes out before the commit',
  rejectDuplicate: 'a poke does not start a workflow that has completed before',
  ownChildrenOnly: 'only children that this run started are stopped when they are not wanted any more',
  childUnlocked: 'whether a child is wanted and its start are not one transaction',
  tryOfEngine: "the engine's count of tries decides whether a call without key may have got through",
  engineClock: "a tick has the engine's time and is not held against the database's",
  unlocked: 'sync reads the state before it holds the row',
  purgeUntold: 'a child is purged before its parent has heard of its end',
  againWithCalls: 'the workflow continues as new while calls are under way',
  earlierUnsaid: 'an alarm that comes earlier leaves no poke',
  randomChildIds: 'a child has a new id each time it is started',
  restoreUnmarked: 'after a restore, calls without key that were open are simply made',
  settledAgain: 'a call whose attempt has its answer in the ledger is made again after the workflow was lost',
  broughtOld: 'what a call synced is followed although the workflow has synced since the call began',
  settleUndone: 'a turn that throws takes back that its call was settled',
  moreForgotten: 'sync does not play more on lists that have room',
  moreUnsaid: 'a list that has room leaves no poke',
  moreOnce: 'sync plays more once and does not come again, though the list still has room',
  halfWritten: 'what a turn did before it threw stays',
  givesUp: 'sync that has failed five times never comes again',
  triesAtOnce: 'sync that has failed five times leaves its deadline where it was',
  problemUnsaid: 'sync that has failed five times shows nobody that it has',
  cancelReads: 'an instance whose plan cannot be read cannot be cancelled',
  endedReads: 'sync reads the plan of an instance that has ended',
  cancelUnsaid: 'a cancel without the plan leaves no poke, since nothing is known of what was wanted',
  activitySpins: 'an activity that threw ends, and the workflow begins it again at once',
} as const

export type Fault = keyof typeof faults

const isFault = (name: string): name is Fault => Object.hasOwn(faults, name)
export const faultNames: Fault[] = Object.keys(faults).filter(isFault)
