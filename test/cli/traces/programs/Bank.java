/** Each method of an account is synchronized. What a transfer does with several of them is not. */
public class Bank {
  static class Account {
    private int balance;

    Account(int balance) {
      this.balance = balance;
    }

    synchronized int getBalance() {
      return balance;
    }

    synchronized void setBalance(int balance) {
      this.balance = balance;
    }
  }

  static boolean withdraw(Account account, int amount) {
    if (account.getBalance() < amount) {
      return false;
    }
    account.setBalance(account.getBalance() - amount);
    return true;
  }

  public static void main(String[] args) throws InterruptedException {
    Account account = new Account(100);
    Thread card = new Thread(() -> withdraw(account, 60), "card");
    Thread phone = new Thread(() -> withdraw(account, 60), "phone");
    card.start();
    phone.start();
    card.join();
    phone.join();
    assert account.getBalance() >= 0 : "overdrawn: " + account.getBalance();
  }
}
