"""The Aeroplane Game: a race on the cross board for Red and Yellow, four planes each, with sending back."""
