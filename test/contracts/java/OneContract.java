/** Runs the contract that its argument names, once: what a search explores. */
final class OneContract {
    static volatile String outcome;

    private OneContract() {
    }

    public static void main(String[] args) throws Exception {
        outcome = AllContracts.run(args[0]);
    }
}
