module example.org/touchline-subscriber

go 1.19
