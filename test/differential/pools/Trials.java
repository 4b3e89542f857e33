/** All trials by name. */
final class Trials {
    private Trials() {
    }

    static Trial make(String name) {
        switch (name) {
            case "race":
                return ForkJoinTrials::race;
            case "oneWorker":
                return ForkJoinTrials::oneWorker;
            case "whoRuns":
                return ForkJoinTrials::whoRuns;
            case "workerRuns":
                return ForkJoinTrials::workerRuns;
            case "concurrent":
                return ForkJoinTrials::concurrent;
            case "exception":
                return ForkJoinTrials::exception;
            case "cancel":
                return ForkJoinTrials::cancel;
            case "completer":
                return ForkJoinTrials::completer;
            case "managedBlock":
                return ForkJoinTrials::managedBlock;
            case "streamSum":
                return ForkJoinTrials::streamSum;
            case "streamRace":
                return ForkJoinTrials::streamRace;
            case "supply":
                return ForkJoinTrials::supply;
            case "submitters":
                return ForkJoinTrials::submitters;
            case "compensation":
                return ForkJoinTrials::compensation;
            case "nested":
                return ForkJoinTrials::nested;
            case "ownWorkers":
                return ForkJoinTrials::ownWorkers;
            case "streamInPool":
                return ForkJoinTrials::streamInPool;
            case "quiescence":
                return ForkJoinTrials::quiescence;
            case "stop":
                return ForkJoinTrials::stop;
            case "sameDelay":
                return TimedTrials::sameDelay;
            case "twoThreads":
                return TimedTrials::twoThreads;
            case "byDelay":
                return TimedTrials::byDelay;
            case "afterSleep":
                return TimedTrials::afterSleep;
            case "cancelled":
                return TimedTrials::cancelled;
            case "policy":
                return TimedTrials::policy;
            case "periodic":
                return TimedTrials::periodic;
            case "timerOrder":
                return TimedTrials::timerOrder;
            case "timerCancel":
                return TimedTrials::timerCancel;
            case "timerPeriod":
                return TimedTrials::timerPeriod;
            case "onTimeout":
                return TimedTrials::onTimeout;
            case "orTimeout":
                return TimedTrials::orTimeout;
            case "interruptSleep":
                return ThreadTrials::interruptSleep;
            case "interruptWait":
                return ThreadTrials::interruptWait;
            case "interruptJoin":
                return ThreadTrials::interruptJoin;
            case "interruptLock":
                return ThreadTrials::interruptLock;
            case "interruptCondition":
                return ThreadTrials::interruptCondition;
            case "interruptOthers":
                return ThreadTrials::interruptOthers;
            case "interruptQueues":
                return ThreadTrials::interruptQueues;
            case "interruptRare":
                return ThreadTrials::interruptRare;
            case "interruptPark":
                return ThreadTrials::interruptPark;
            case "timedJoin":
                return ThreadTrials::timedJoin;
            case "states":
                return ThreadTrials::states;
            case "waitingStates":
                return ThreadTrials::waitingStates;
            case "handlers":
                return ThreadTrials::handlers;
            case "locals":
                return ThreadTrials::locals;
            case "groups":
                return ThreadTrials::groups;
            case "daemons":
                return ThreadTrials::daemons;
            case "updaters":
                return ThreadTrials::updaters;
            case "cancelSeenInside":
                return TaskTrials::cancelSeenInside;
            case "cancelSeenOutside":
                return TaskTrials::cancelSeenOutside;
            case "nowhere":
                return TaskTrials::nowhere;
            case "prestarted":
                return TaskTrials::prestarted;
            case "afterExecuteThrows":
                return TaskTrials::afterExecuteThrows;
            case "dueAtShutdown":
                return TaskTrials::dueAtShutdown;
            case "delayedAtShutdown":
                return TaskTrials::delayedAtShutdown;
            case "droppedAtShutdown":
                return TaskTrials::droppedAtShutdown;
            case "scheduledAtShutdown":
                return TaskTrials::scheduledAtShutdown;
            case "allInTheCaller":
                return TaskTrials::allInTheCaller;
            default:
                throw new IllegalArgumentException(name);
        }
    }
}
