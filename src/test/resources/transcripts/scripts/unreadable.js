print("never");
db.orders.find({customerId: 420);
