document.getElementById("main").textContent = "cofnod";
